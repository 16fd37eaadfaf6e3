/**
 * Makes the values of the Chinese evaluation set. Nothing here comes from what is evaluated: check digits are computed
 * anew, so that a mistake there is a mistake here only by chance.
 *
 * @module
 */

/** Gives numbers from 0 to below 1. */
export type Random = () => number;

/** A value of a slot. */
export interface SlotValue {
  readonly text: string;
  /** What the finder must call it; `undefined` for what must stay. */
  readonly kind?: string;
}

const USCC_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const REGIONS = ["110105", "310115", "330106", "440305", "510107", "420106", "320505", "610113"];

/**
 * Makes the value of a slot.
 *
 * @param slot Its name, as in the templates.
 * @param random Chance.
 * @throws {TypeError} If there is no such slot.
 *
 * @example
 * ```ts
 * slotValue("mobile", Math.random).kind; // "phone"
 * ```
 */
export function slotValue(slot: string, random: Random): SlotValue {
  const make = MAKERS[slot];
  if (!make) throw new TypeError(`Cannot fill {${slot}}: there is no such slot. Add it to MAKERS`);
  return make(random);
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
}

function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new TypeError("Cannot pick from an empty list");
  return item;
}

function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function date(random: Random, separator: string, firstYear = 2023, lastYear = 2026): string {
  return [between(random, firstYear, lastYear), two(between(random, 1, 12)), two(between(random, 1, 28))]
    .join(separator);
}

function mobile(random: Random): string {
  return pick(random, ["138", "139", "150", "158", "177", "186", "189", "199", "133", "166"]) +
    digits(random, 8);
}

function landline(random: Random): string {
  return random() < 0.5
    ? `${pick(random, ["010", "021", "020", "025"])}-${between(random, 2, 8)}${digits(random, 7)}`
    : `${pick(random, ["0571", "0755", "0512", "0431"])}-${between(random, 2, 8)}${
      digits(random, between(random, 6, 7))
    }`;
}

/** The last digit that makes the doubled sum end in zero. */
function withLuhn(body: string): string {
  let sum = 0;
  [...body].reverse().forEach((sign, at) => {
    const weighted = Number(sign) * (at % 2 === 0 ? 2 : 1);
    sum += Math.floor(weighted / 10) + weighted % 10;
  });
  return `${body}${(10 - sum % 10) % 10}`;
}

function card(random: Random): string {
  const length = pick(random, [16, 19, 19]);
  const prefix = pick(random, ["622202", "621700", "622848", "625955", "621226"]);
  return withLuhn(prefix + digits(random, length - 7));
}

function fours(text: string, separator: string): string {
  return text.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`);
}

function mainlandId(random: Random): string {
  const body = pick(random, REGIONS) + date(random, "", 1955, 2005) + digits(random, 3);
  let sum = 0;
  // The weight of a place is two to the power of its distance from the end, modulo 11.
  for (const [at, sign] of [...body].entries()) sum += Number(sign) * (2 ** (17 - at) % 11);
  const check = (12 - sum % 11) % 11;
  return body + (check === 10 ? "X" : check);
}

function companyCode(random: Random): string {
  const signs = Array.from({ length: 9 }, () => pick(random, [...USCC_SIGNS])).join("");
  const body = `91${pick(random, REGIONS)}${signs}`;
  let [sum, weight] = [0, 1];
  for (const sign of body) {
    sum += USCC_SIGNS.indexOf(sign) * weight;
    weight = weight * 3 % 31;
  }
  return body + USCC_SIGNS.charAt((31 - sum % 31) % 31);
}

function amount(random: Random): string {
  const whole = between(random, 1, 999_999).toLocaleString("en");
  return random() < 0.5 ? `${whole}.${digits(random, 2)}` : whole;
}

function email(random: Random): string {
  const name = pick(random, [
    "zhang.wei",
    "li_na",
    "wangfang",
    "chen-jing88",
    "sunqi2020",
    "zhou",
    "support",
    "hr+cv",
  ]);
  return `${name}@${
    pick(random, ["163.com", "qq.com", "example.com.cn", "mail.tech-hz.cn", "outlook.com", "126.com"])
  }`;
}

function hex(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
}

function word(
  random: Random,
  count: number,
  signs = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789",
): string {
  return Array.from({ length: count }, () => pick(random, [...signs])).join("");
}

function octets(random: Random): string {
  return [between(random, 11, 223), between(random, 0, 255), between(random, 0, 255), between(random, 1, 254)]
    .join(".");
}

/** Another last sign than the right one. */
function wrong(text: string): string {
  return text.slice(0, -1) + (text.endsWith("7") ? "3" : "7");
}

function as(kind: string, make: (random: Random) => string): (random: Random) => SlotValue {
  return (random) => ({ kind, text: make(random) });
}

function not(make: (random: Random) => string): (random: Random) => SlotValue {
  return (random) => ({ text: make(random) });
}

const MAKERS: Readonly<Record<string, (random: Random) => SlotValue>> = {
  mobile: as("phone", mobile),
  mobile_spaced: as("phone", (random) => mobile(random).replace(/(...)(....)/, "$1 $2 ")),
  mobile_dashed: as("phone", (random) => mobile(random).replace(/(...)(....)/, "$1-$2-")),
  mobile_plus: as("phone", (random) => `+86 ${mobile(random)}`),
  wide_mobile: as(
    "phone",
    (random) =>
      mobile(random).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ),
  landline: as("phone", landline),
  landline_paren: as("phone", (random) => landline(random).replace(/(\d+)-/, "（$1）")),
  landline_86: as("phone", (random) => landline(random).replace(/^0/, "+86 ").replace("-", " ")),
  email: as("email", email),
  email_wide: as("email", (random) => email(random).replace("@", "＠")),
  card: as("bank_card", card),
  card_spaced: as("bank_card", (random) => fours(card(random), " ")),
  card_dashed: as("bank_card", (random) => fours(card(random), "-")),
  visa: as("bank_card", (random) => withLuhn(`4${digits(random, 14)}`)),
  visa_spaced: as("bank_card", (random) => fours(withLuhn(`4${digits(random, 14)}`), " ")),
  id: as("mainland_id", mainlandId),
  id_lower: as("mainland_id", (random) => mainlandId(random).toLowerCase()),
  uscc: as("company_code", companyCode),
  passport: as(
    "passport",
    (random) =>
      random() < 0.6 ? `E${digits(random, 8)}` : `E${word(random, 1, "ABCDEFGH")}${digits(random, 7)}`,
  ),
  ip: as("ip_address", octets),
  mac: as(
    "mac_address",
    (random) => `${between(random, 10, 99)}${hex(random, 10)}`.match(/../g)?.join(":") ?? "",
  ),
  password: as(
    "secret",
    (random) => `${word(random, 6)}${digits(random, 2)}${pick(random, ["", "#", "@x"])}`,
  ),
  token: as("secret", (random) => `${word(random, 20)}${digits(random, 4)}`),
  userinfo: as("url_credentials", (random) => `root:${word(random, 8)}`),
  sk: as("secret", (random) => `sk-${word(random, 28)}${digits(random, 4)}`),
  ext: not((random) => digits(random, 4)),
  order: not((random) => `${pick(random, ["A", "B", "C"])}-${digits(random, 4)}`),
  ticket: not((random) => `TK-${date(random, "")}-${digits(random, 4)}`),
  tracking: not((random) => `${pick(random, ["SF", "YT", "JD", "ZTO"])}${digits(random, 13)}`),
  longorder: not((random) => `${date(random, "")}${digits(random, pick(random, [6, 8, 10]))}`),
  date: not((random) => date(random, pick(random, ["-", "-", "/", "."]))),
  compact_date: not((random) => date(random, "")),
  slash_date: not((random) => date(random, "/")),
  time: not((random) => `${two(between(random, 0, 23))}:${two(between(random, 0, 59))}`),
  amount: not(amount),
  product: not((random) =>
    `${word(random, 2, "ABCDEGHKMPRTX")}-${digits(random, 4)}${word(random, 1, "ABCX")}`
  ),
  version: not((random) => `v${between(random, 1, 9)}.${between(random, 0, 20)}.${between(random, 0, 99)}`),
  build: not((random) => digits(random, 5)),
  serial: not((random) => `SN${word(random, 3, "ABCDEFGH")}${digits(random, 8)}`),
  invoice: not((random) => `2${digits(random, 7)}`),
  invoice_code: not((random) => `0330${digits(random, 8)}`),
  postcode: not((random) => `${between(random, 1, 8)}${digits(random, 5)}`),
  qty: not((random) => String(between(random, 2, 9_999))),
  small: not((random) => String(between(random, 2, 40))),
  six: not((random) => digits(random, 6)),
  four: not((random) => digits(random, 4)),
  pickup: not((random) => `${between(random, 1, 9)}${digits(random, 3)}`),
  hotline: not((random) => pick(random, ["400-820-8820", "400-610-0000", "800-810-8888", "95588", "12345"])),
  contract: not((random) => `HT-${date(random, "")}-${digits(random, 3)}`),
  staff: not((random) => digits(random, pick(random, [6, 8]))),
  student: not((random) => `20${digits(random, 8)}`),
  member: not((random) => `8${digits(random, 9)}`),
  uuid: not((random) => [8, 4, 4, 4, 12].map((count) => hex(random, count)).join("-")),
  hash: not((random) => hex(random, pick(random, [32, 40, 64]))),
  isbn: not((random) => `978-7-${digits(random, 3)}-${digits(random, 5)}-${digits(random, 1)}`),
  error: not((random) => `0x${hex(random, 8)}`),
  pid: not((random) => digits(random, 5)),
  millis: not((random) => `17${digits(random, 11)}`),
  coords: not((random) => `30.${digits(random, 6)},120.${digits(random, 6)}`),
  bad_card: not((random) => wrong(card(random))),
  bad_id: not((random) => mainlandId(random).slice(0, 17)),
  bad_uscc: not((random) => wrong(companyCode(random))),
};
