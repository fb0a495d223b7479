import type { Person, World } from "./world.ts";

export function leaveWaiting(_world: World, _people: readonly Person[]): void {}
