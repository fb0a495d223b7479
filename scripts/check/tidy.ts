import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { bareTexts } from "./bare-text.ts";
import { INTERFACE, wordingFaults } from "./wording.ts";

/** Checks house rules that no linter knows, in every file of the project. */

interface Rule {
  files: RegExp;
  except?: RegExp;
  pattern: RegExp;
  why: string;
}

const CODE = /\.(?:ts|tsx|astro|mjs|css|sql)$/;

const rules: Rule[] = [
  {
    files: /^src\/.*\.(?:css|astro)$/,
    pattern:
      /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align:\s*(?:left|right)|float)\s*:/,
    why: "Physical CSS: write inline-start or inline-end, not left or right.",
  },
  {
    files: /^src\/.*\.(?:astro|tsx)$/,
    pattern: /\b(?:[mp][lr]-\d|text-(?:left|right)\b|(?:left|right)-\d|rounded-[lr]-|border-[lr]-)/,
    why: "Physical classes (left, right): use ms-, me-, ps-, pe-, start-, end-.",
  },
  {
    files: /^src\/.*\.astro$/,
    pattern: /\sstyle=|is:inline/,
    why: "The content policy blocks inline styles and scripts.",
  },
  {
    files: /^src\/.*\.tsx?$/,
    except: /^src\/parts\/(?:draw|island)\.tsx$/,
    pattern: /react-dom\/client/,
    why: "Only island.tsx and draw.tsx may start React: they add an error boundary.",
  },
  {
    files: /^src\/.*\.tsx$/,
    pattern: /\sstyle=\{/,
    why: "Islands must not have style attributes: the content policy blocks them.",
  },
  {
    files: /^src\/.*\.(?:astro|tsx)$/,
    pattern:
      /<(?:a|b|bdi|code|h\d|kbd|p|span)\b(?=[^<>]*(?:\blang="en"|["`\s](?:code-text|mono|card-number|discount-code)["`\s]))(?![^<>]*\btranslate="no")[^<>]*>/,
    why: 'Codes and brands are not translated: say translate="no".',
  },
  {
    files: /^src\/.*\.(?:astro|tsx)$/,
    pattern:
      /<(?:a|b|bdi|h\d|p|span)\b(?![^<>]*\btranslate="no")[^<>]*>\s*\{[^{}<]*\b(?:productName|latinName|[Pp]roduct\.name)\s*\}\s*<\//,
    why: 'Names of goods and brands are not translated: say translate="no".',
  },
  {
    files: /^src\/(?:islands|parts)\/.*\.tsx?$/,
    // use-sending.ts is the one place that may do this; use-pages.ts only loads pages of a list.
    except: /^src\/parts\/use-(?:sending|pages)\.ts$/,
    pattern:
      /\[is(?:Busy|Sending|Saving|Submitting|Pending)\b[^\]]*\] = useState|\b(set\w*(?:ing|Busy))\(true\);[^]{0,500}?\bawait\b[^]{0,500}?\1\(false\)|\.then\(set(?:Problem|Message|Error)\b|\bset(?:Problem|Message|Error)\((?:await\b|\w+\.ok \?)/,
    why: "Send only with useSending, or with useFields and useConfirmation, which use it.",
  },
  {
    files: /^api\/.*\.ts$/,
    pattern: /(?:prepare|makeFinder<\w+>)\(\s*`[^`]*\$\{(?![A-Z_]+\})/,
    why: "Put only constants in capitals into SQL; bind values.",
  },
  {
    files: /^api\/.*\.(?:ts|sql)$/,
    except: /^api\/(?:seed|audit)\//,
    pattern: /\bOR (?:IGNORE|REPLACE)\b|RAISE\((?:ROLLBACK|IGNORE|FAIL)|DEFERRABLE|PRAGMA/i,
    why: "These skip or delay the guards of the ledger.",
  },
  { files: /^api\/.*\.sql$/, pattern: /\bREAL\b|\bNUMERIC\b/, why: "Store toman as INTEGER." },
  {
    files: /^api\/.*\.ts$/,
    except: /^api\/index\.ts$/,
    pattern: /Date\.now\(|new Date\(\)|unixepoch|datetime\('now'/,
    why: "Read the time only from shop.now.",
  },
  {
    files: /^(?:api|contract|persian|worker)\/.*\.ts$/,
    except: /^api\/base\/(?:lane|database)\.ts$/,
    pattern: /Math\.random/,
    why: "Use crypto.getRandomValues, so that values cannot be guessed.",
  },
  {
    files: /^(?:api|src|worker)\/.*\.ts$/,
    // Answers of providers and the environment are not part of the contract.
    except: /^api\/(?:outside\/|base\/settings\.ts$)/,
    pattern: /\bz\.(?:object|enum|discriminatedUnion)\(/,
    why: "Put schemas into contract/.",
  },
  {
    files: /\.(?:ts|tsx|astro|mjs|css|md|json|sql)$/,
    except: /^scripts\/check\/tidy\.ts$/,
    pattern: /\b(?:TODO|FIXME|XXX)\b/,
    why: "Finish the work, or write it into the changelog.",
  },
  {
    files: /\.(?:ts|tsx|astro)$/,
    except: /^scripts\/check\/tidy\.ts$/,
    pattern: /@ts-(?:ignore|expect-error|nocheck)|\.(?:only|skip)\(/,
    why: "Do not switch off a check or skip a test.",
  },
  {
    files: CODE,
    pattern:
      /(?:\/\*\*? |\/\/ |^\s*-- )(?:What|Who(?:ever|m|se)?|Those|(?:So|How) many|None|Null as|As above)\b/,
    why: "Plain English: begin with a verb or a noun, in the usual word order.",
  },
  {
    files: CODE,
    pattern: /\/\*\* Sections? [\d., and]+\*\//,
    why: "A comment must say more than the number of a section.",
  },
  {
    files: /^tests\/.*\.ts$/,
    pattern:
      /\b(?:test|it|describe)(?:\.each\([^)]*\))?\("(?:that|what|who|whoever|those|so many|how many)\b/,
    why: "Plain English: a title says who does what, so that it can be searched for.",
  },
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  // Git still lists a deleted file until the deletion is staged.
  .filter((file) => file !== "" && !file.startsWith("public/") && existsSync(file));

const found: string[] = [];
const texts = new Map<string, string>();
for (const file of files) {
  if (!/\.(?:ts|tsx|astro|mjs|css|md|json|sql)$/.test(file) || file === "package-lock.json")
    continue;
  const text = readFileSync(file, "utf8");
  texts.set(file, text);
  if (INTERFACE.test(file)) found.push(...wordingFaults(file, text));
  for (const rule of rules) {
    if (!rule.files.test(file) || rule.except?.test(file)) continue;
    for (const { 0: match, index } of text.matchAll(
      new RegExp(rule.pattern, `gm${rule.pattern.flags}`),
    )) {
      const line = String(text.slice(0, index).split("\n").length);
      found.push(`${file}:${line} «${match.trim().slice(0, 40)}» ${rule.why}`);
    }
  }
}

found.push(...bareTexts(process.cwd()));

for (const line of found) console.error(line);
if (found.length > 0) process.exit(1);
console.log(`${String(texts.size)} files are tidy`);
