/** The first minutes of Nowruz 1405 in Tehran. */
export const NOWRUZ = "2026-03-20T20:45:00.000Z";
