import type { Refusal } from "../endpoint.ts";

/** Why a call about a file of codes is refused. */
export const importRefusals = {
  byHand: {
    code: "by_hand",
    status: 409,
    message: "این محصول دستی تحویل می‌شود و کد آن از انبار فروخته نمی‌شود.",
  },
  /** This id already belongs to another file or another product. */
  idTaken: {
    code: "import_taken",
    status: 409,
    message: "این شناسه از آنِ پروندهٔ دیگری است. پرونده را دوباره بدهید.",
  },
  tooManyOpen: {
    code: "too_many_imports",
    status: 409,
    message:
      "چند پرونده نیمه‌کاره دارید. پیش از دادن پروندهٔ تازه آن‌ها را بیفزایید یا کنار بگذارید.",
  },
  /** These lines do not continue the lines that were sent before, or differ from them. */
  otherLines: {
    code: "other_lines",
    status: 409,
    message: "این سطرها دنبالهٔ سطرهای پیشین این پرونده نیست. پرونده را دوباره بدهید.",
  },
  /** A line is no longer wrong, for example because another operator corrected it first. */
  linesChanged: {
    code: "lines_changed",
    status: 409,
    message: "از پیش‌نمایش تا اکنون این سطرها عوض شده‌اند. پیش‌نمایش تازه را ببینید.",
  },
  incomplete: {
    code: "import_incomplete",
    status: 409,
    message: "هنوز همهٔ سطرهای این پرونده نرسیده است.",
  },
  nothingNew: {
    code: "nothing_new",
    status: 409,
    message: "در این پرونده کد تازه‌ای برای افزودن نیست.",
  },
  /** `details` says how the codes that can be added differ from the expected ones. */
  shelfChanged: {
    code: "shelf_changed",
    status: 409,
    message: "از پیش‌نمایش تا اکنون انبار عوض شده است. پیش‌نمایش تازه را ببینید.",
  },
  ended: {
    code: "import_ended",
    status: 409,
    message: "این پرونده پیش‌تر افزوده یا کنار گذاشته شده است.",
  },
  underWay: {
    code: "import_under_way",
    status: 409,
    message: "افزودن این پرونده آغاز شده است و تا پایان می‌رود.",
  },
} as const satisfies Record<string, Refusal>;
