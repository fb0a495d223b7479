import { useEffect, useRef, useState } from "react";
import type { AskedQuestion } from "../../../contract/question.ts";
import { answerQuestion, remembered } from "../../stores/cart-question.ts";

/** The answer is saved after this pause in typing. */
const TYPING_MS = 600;

/**
 * Holds the answer to a question. Saves it after a pause in typing, when the field is left, or when
 * an option is chosen.
 */
export function useAnswer(productId: string, { id, answer, mistake }: AskedQuestion) {
  /** The text as it is typed; null when the field shows the answer that the shop has stored. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [isLeft, setIsLeft] = useState(answer !== "");
  const sent = useRef(answer);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const key = `${productId} ${id}`;
  useEffect(() => {
    const text = remembered.get(key);
    if (answer !== "") remembered.set(key, answer);
    else if (text !== undefined) void answerQuestion(productId, id, text);
  }, [answer, key, productId, id]);
  const save = async (text: string, isDone: boolean) => {
    clearTimeout(timer.current);
    if (text !== sent.current) {
      sent.current = text;
      if (text === "") remembered.delete(key);
      const refusal = await answerQuestion(productId, id, text);
      if (sent.current !== text) return;
      setProblem(refusal);
      if (refusal !== "") {
        sent.current = answer;
        return;
      }
    }
    if (isDone) setTyped((now) => (now === text ? null : now));
  };
  return {
    text: typed ?? answer,
    message: problem || (isLeft ? mistake : ""),
    type: (text: string) => {
      setTyped(text);
      setProblem("");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(text, false), TYPING_MS);
    },
    choose: (text: string) => {
      setTyped(text);
      setIsLeft(true);
      void save(text, true);
    },
    leave: () => {
      setIsLeft(true);
      if (typed !== null) void save(typed, true);
    },
  };
}
