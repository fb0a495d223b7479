import { png } from "../../support/images.ts";
import type { Random } from "../../support/random.ts";
import { type Situation, idOf, kindOf, makeBody, render, spoil } from "./bodies.ts";
import type { Call } from "./document.ts";
import type { Actor } from "./people.ts";
import { BAD_AUTHORIZATIONS, HUGE_BODIES, PIECES, brokenBody, hostileHeader } from "./values.ts";

/** A request as it goes over the wire. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  actor: Actor;
}

export interface World {
  calls: readonly Call[];
  shoppers: readonly Actor[];
  operator: Actor;
  guest: Actor;
  words: Record<string, readonly string[]>;
  /** Returns the headers that sign a partner's call. */
  sign: (path: string) => Record<string, string>;
}

const OTHER_METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "PROPFIND"];

/** Draws one request. Usually one thing in it is wrong. */
export function draw(world: World, random: Random): Sent {
  const call = drawCall(world.calls, random);
  const actor = drawActor(world, call, random);
  const situation: Situation = {
    random,
    actor,
    stranger: random.pick(world.shoppers),
    words: world.words,
  };
  const headers: Record<string, string> = {
    "X-Client-Address": `10.${String(random.below(200))}.1.1`,
    ...world.sign(call.path),
  };
  if (actor.token !== null) headers["Authorization"] = `Bearer ${actor.token}`;
  const spoilt = random.pick([
    "nothing",
    "body",
    "body",
    "body",
    "body",
    "json",
    "place",
    "header",
    "method",
  ]);
  const path =
    drawPath(call, situation, spoilt === "place") + drawQuery(call, situation, spoilt === "place");
  const sent = {
    method: call.method,
    path,
    headers,
    body: drawBody(call, situation, spoilt, headers),
    actor,
  };
  if (spoilt === "method") sent.method = random.pick(OTHER_METHODS);
  if (spoilt === "header") {
    const [name, value] =
      random.next() < 0.3
        ? ["Authorization", random.pick(BAD_AUTHORIZATIONS)]
        : hostileHeader(random);
    headers[name] = value;
  }
  if (random.next() < 0.1) headers["Idempotency-Key"] = `key-${String(random.below(20))}`;
  if (["GET", "HEAD"].includes(sent.method)) sent.body = null;
  return sent;
}

/** Draws a call. Calls without any input are drawn less often. */
function drawCall(calls: readonly Call[], random: Random): Call {
  const call = random.pick(calls);
  const isMute =
    !call.body && !call.isUpload && call.query.length === 0 && !call.path.includes("{");
  return isMute && random.next() < 0.7 ? drawCall(calls, random) : call;
}

function drawActor({ shoppers, operator, guest }: World, call: Call, random: Random): Actor {
  const chance = random.next();
  if (call.path.includes("/auth/logout")) return guest;
  if (chance < 0.08) return guest;
  if (chance < 0.14) return call.isDesk ? random.pick(shoppers) : operator;
  return call.isDesk ? operator : random.pick(shoppers);
}

function drawPath(call: Call, situation: Situation, isSpoilt: boolean): string {
  const { random } = situation;
  const whole = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    isSpoilt
      ? random.pick(PIECES)
      : encodeURIComponent(
          idOf(kindOf(name, call.path), situation).replace(/^\/api\/v1\/uploads\//, ""),
        ),
  );
  return isSpoilt && random.next() < 0.15
    ? random.pick([`${whole}/`, `/${whole}`, `${whole}/.`, `${whole}//`, whole.toUpperCase()])
    : whole;
}

function drawQuery(call: Call, situation: Situation, isSpoilt: boolean): string {
  const { random } = situation;
  const pairs = call.query
    .filter(() => random.next() < 0.5)
    .map(({ name, schema }) => {
      const value = isSpoilt
        ? random.pick(PIECES)
        : encodeURIComponent(render(makeBody(schema, situation, name)).replace(/^"|"$/g, ""));
      return `${name}=${value}`;
    });
  if (isSpoilt && random.next() < 0.3)
    pairs.push(...pairs, "limit=1&limit=2", "cursor[]=1", "__proto__=1");
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function drawBody(
  call: Call,
  situation: Situation,
  spoilt: string,
  headers: Record<string, string>,
): Buffer | null {
  const { random } = situation;
  if (call.isUpload) return drawUpload(random, headers, spoilt !== "nothing");
  if (!call.body && spoilt !== "json") return null;
  headers["Content-Type"] = "application/json";
  const node = makeBody(call.body ?? {}, situation, "", call.path);
  if (spoilt === "body") {
    spoil(node, random);
    if (random.next() < 0.2) spoil(node, random);
  }
  const good = render(node);
  if (spoilt !== "json") return Buffer.from(good);
  return random.next() < 0.004 ? random.pick(HUGE_BODIES) : brokenBody(good, random);
}

function drawUpload(random: Random, headers: Record<string, string>, isSpoilt: boolean): Buffer {
  headers["Content-Type"] = "multipart/form-data; boundary=edge";
  const name = isSpoilt ? random.pick(["image", "file", "__proto__", "im\u0000age"]) : "image";
  const image = Buffer.from(png());
  const content = isSpoilt
    ? random.pick([image.subarray(0, -1), Buffer.alloc(0), Buffer.from("<svg/>"), image])
    : image;
  const end = isSpoilt ? random.pick(["\r\n--edge--\r\n", "\r\n--edge", ""]) : "\r\n--edge--\r\n";
  const head = [
    "--edge",
    `Content-Disposition: form-data; name="${name}"; filename="a.png"`,
    "Content-Type: image/png",
    "",
    "",
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), content, Buffer.from(end)]);
}
