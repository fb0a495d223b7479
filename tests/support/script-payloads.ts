/** Texts that become a script where somebody writes them into a page without care. Each of them calls `intruded()`. */

const CALL = "intruded()";

/** What runs by itself, or when it is pressed or pointed at. */
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

/** What ends the place where a text stands, so that something else begins: an attribute, a script, a title, a comment. */
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

/** The first are the sinks alone; then come all of them behind every ending. */
export const SCRIPT_PAYLOADS: readonly string[] = ENDINGS.flatMap((ending) =>
  SINKS.map((sink) => ending + sink),
);

/** The first of each kind: short names and titles have no room for more. */
export const SHORT_PAYLOADS: readonly string[] = SCRIPT_PAYLOADS.filter(
  (payload) => payload.length <= 50,
);
