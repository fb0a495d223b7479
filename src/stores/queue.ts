interface Queue {
  /** Runs `task` after all tasks added before it, failed ones included. Settles as `task` does. */
  add: (task: () => Promise<void>) => Promise<void>;
  /** True while a task is running or waiting. */
  isBusy: () => boolean;
}

/** Runs tasks one at a time. Calls `onChange` after each task added and each task ended. */
export function createQueue(onChange: () => void): Queue {
  let unfinished = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    add: (task) => {
      unfinished += 1;
      onChange();
      const ended = last.then(task).finally(() => {
        unfinished -= 1;
        onChange();
      });
      last = ended.catch(() => undefined);
      return ended;
    },
    isBusy: () => unfinished > 0,
  };
}
