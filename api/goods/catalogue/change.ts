import type {
  CategoryFacts,
  PriceFacts,
  ProductFacts,
  SubcategoryFacts,
} from "../../../contract/desk/goods.ts";
import type { Question } from "../../../contract/question.ts";

/**
 * Changes of the catalogue. Single decisions of the desk, imported files and the demo shop all
 * become a plan, which `carry-out.ts` carries out in one batch.
 */

interface FactsOf {
  category: CategoryFacts;
  subcategory: SubcategoryFacts;
  product: ProductFacts;
  price: PriceFacts;
  questions: QuestionFacts;
}
export type Kind = keyof FactsOf;

/**
 * A thing whose facts change. `seen` is the text of its facts when they were read; the batch aborts
 * if the stored facts are different by then.
 */
interface Changed<K extends Kind> {
  kind: K;
  id: string;
  name: string;
  seen: string;
  facts: FactsOf[K];
}

interface Made {
  name: string;
  isShown: boolean;
}
type Making =
  | (Made & { kind: "category"; id: string; facts: CategoryFacts })
  | (Made & {
      kind: "subcategory";
      id: string;
      type: string;
      urlName: string;
      facts: SubcategoryFacts;
    })
  | (Made & {
      kind: "product";
      id: string;
      subcategoryId: string;
      stock: number;
      facts: ProductFacts & PriceFacts & Partial<QuestionFacts>;
    });
export type Changing = { [K in Kind]: Changed<K> }[Kind];

export interface Plan {
  made: Making[];
  changed: Changing[];
}

/** Questions of a product to its buyer. */
export interface QuestionFacts {
  questions: Question[];
}

/** Returns the id of a subcategory, made of the two parts of its address. */
export const subcategoryId = (type: string, urlName: string) => `${type}-${urlName}`;

/**
 * Returns a new id for a product. It begins with the URL name of the subcategory, so that people
 * can recognise it.
 */
export const newProductId = (urlName: string) =>
  `${urlName}-${[...crypto.getRandomValues(new Uint8Array(5))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}`;

/** A changed field, with its old and new value as text for people. */
export interface FieldChange {
  name: string;
  from: string;
  to: string;
}

/** Returns the facts that differ, each with its value before and after. */
export function differences(seen: string, facts: object): FieldChange[] {
  const before = JSON.parse(seen) as Record<string, unknown>;
  return Object.entries(facts).flatMap(([name, value]) => {
    const [from, to] = [before[name], value as unknown].map(write) as [string, string];
    return from === to ? [] : [{ name, from, to }];
  });
}

function write(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return String(value as string | number);
  return value
    .map((one: unknown) => (typeof one === "object" ? JSON.stringify(one) : String(one)))
    .join("\n");
}

/** Returns the version of facts that an operator saw: the first 16 hex digits of their hash. */
export async function versionOf(seen: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seen));
  return [...new Uint8Array(digest).subarray(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** A unit cost in toman, as entered by an operator. */
export interface NamedCost {
  productId: string;
  unitCost: number;
  /** Units that are added at this cost; left out when the cost of all existing units changes. */
  units?: number;
}

/** Returns the unit costs of manual products that a plan changes. */
export const costsIn = (changed: readonly Changing[]): NamedCost[] =>
  changed.flatMap((one) =>
    one.kind === "product" &&
    one.facts.deliveryType === "manual" &&
    differences(one.seen, one.facts).some(({ name }) => name === "unitCost")
      ? [{ productId: one.id, unitCost: one.facts.unitCost }]
      : [],
  );
