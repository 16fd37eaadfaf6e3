/**
 * The words that make a number a phone number, or something else.
 *
 * @module
 */
import { wordsAfter, wordsBefore } from "./context_words.ts";

const NAMES = "(?:tele)?phones?|mobiles?|cell|cellphone|fax|tel|hotline|whats ?app|pager|landline|" +
  "call(?:ed|ing)?|dial(?:l?ed|l?ing)?|ring|text|sms|contact|reach(?:ed|able)?|answering";
/** What may stand between the name and the number. */
const LINKS =
  "me|us|him|her|them|back|up|numbers?|no|nr|num|at|on|is|was|to|via|by|the|my|our|your|his|their|this|or|" +
  "and|also|now|please|directly|work|home|office|mobile|line|phone|under";
const BEFORE_EN = new RegExp(`\\b(?:${NAMES})\\b[\\s:.#='"(-]*(?:\\b(?:${LINKS})\\b[\\s:.#='"(-]*)*$`, "i");
const BEFORE_ZH =
  /(?:电话|電話|手机|手機|联系方式|聯絡方式|聯繫方式|致电|致電|拨打|撥打|来电|來電|回电|座机|座機|传真|傳真|固话|热线|熱線|联系人|拨|打给|打)([^\d,;，。；、!?！？]{0,8})$/;
const AFTER =
  /^[\s\\-]{0,3}\(?(?:(?:office|fax|mobile|cell|home|work|tel|phone)\b|手机|座机|传真|办公|住宅|电话)/i;

/** Between a phone's name and the number: it is another one's after all. */
const OTHER =
  /订单|訂單|单号|單號|编号|編號|工号|学号|流水|金额|费|价|邮编|验证码|型号|版本|日期|尾号|余额|积分|卡号|账号|帐号/;
/** Right before a number: it is named, and no phone. */
const NAMED_OTHERWISE =
  /(?:订单号?|訂單號?|单号|單號|编号|編號|流水号|发票号码?|批次号?|工号|\border(?: no\.?| number| id)?|\btracking(?: no\.?| number| id)?|\binvoice(?: no\.?)?|\bticket(?: no\.?)?|\bref(?:erence)?)[\s:#=是为]{0,4}$/i;
const UNIT =
  /^\s?(?:元|块|圆|万|亿|美元|欧元|件|个|箱|台|套|次|人|张|分钟|秒|天|年|月|日|积分|%|(?:kg|km|usd|cny|rmb|eur|yuan|dollars|points|bytes|ms)\b)/i;

/**
 * Does a word beside the number call it a phone?
 *
 * @example
 * ```ts
 * isNamedPhone("Phone: 785 8949", 7, 15); // true
 * ```
 */
export function isNamedPhone(text: string, start: number, end: number): boolean {
  const before = wordsBefore(text, start);
  if (BEFORE_EN.test(before) || AFTER.test(wordsAfter(text, end))) return true;
  const gap = BEFORE_ZH.exec(before)?.[1];
  return gap !== undefined && !OTHER.test(gap);
}

/**
 * Does a word beside the number say that it is something else: an order, an amount?
 *
 * @example
 * ```ts
 * isNamedOtherwise("订单号13800138000", 3, 14); // true
 * ```
 */
export function isNamedOtherwise(text: string, start: number, end: number): boolean {
  return NAMED_OTHERWISE.test(wordsBefore(text, start)) || UNIT.test(wordsAfter(text, end));
}
