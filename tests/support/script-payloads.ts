/** Cross-site scripting payloads. Each calls `intruded()` when a page executes it. */

const CALL = "intruded()";

/** Markup and addresses that run a script by themselves, or on a press or hover. */
const SINKS = [
  `<script>${CALL}</script>`,
  `<img src=/x onerror=${CALL}>`,
  `<svg/onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<details open ontoggle=${CALL}>`,
  `<input autofocus onfocus=${CALL}>`,
  `<body onload=${CALL}>`,
  `<video><source onerror=${CALL}></video>`,
  `<a href="javascript:${CALL}">x</a>`,
  `<form action="javascript:${CALL}"><button autofocus>x</button></form>`,
  `<math><mtext></p><img src=/x onerror=${CALL}></math>`,
  `<object data="data:text/html,<script>${CALL}</script>"></object>`,
  `<style>@import "javascript:${CALL}"</style>`,
  `<link rel=stylesheet href="data:text/css,*{}" onload=${CALL}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `<template><script>${CALL}</script></template>`,
] as const;

/** Prefixes that close the surrounding attribute, script, title or comment. */
const ENDINGS = [
  "",
  `">`,
  "'>",
  "</script>",
  "</title></textarea></style>",
  "-->",
  "]]>",
  `\\"};`,
  "</p></bdi></astro-island>",
  `';//`,
] as const;

/** Each sink after each ending. The first ending is empty, so the sinks alone come first. */
export const SCRIPT_PAYLOADS: readonly string[] = ENDINGS.flatMap((ending) =>
  SINKS.map((sink) => ending + sink),
);

/** The short payloads, for names and titles with a length limit. */
export const SHORT_PAYLOADS: readonly string[] = SCRIPT_PAYLOADS.filter(
  (payload) => payload.length <= 50,
);
