import { Hono } from "hono";
import { deskTickets } from "../ticket/desk.ts";
import { type OperatorEnv, operator } from "./operator.ts";

/** What operators decide, one noun after the other. Nothing here looks at a shopper's session. */
export const desk = new Hono<OperatorEnv>();

desk.use(operator);
desk.route("/tickets", deskTickets);
