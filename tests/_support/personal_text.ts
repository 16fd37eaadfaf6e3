/**
 * Texts that are full of personal data and of what looks like it.
 *
 * @module
 */
import fc from "fast-check";

const PIECES = [
  ..."13800138000|+86 138 0013 8000|a@b.cn|bob@example.com|4111 1111 1111 1111|4111111111111111|110101199003070054"
    .split("|"),
  ...'身份证|电话|电话：|请|，|。| | | |-|:|=|password|password: |"|correct horse|token=|Bearer |元|x|您好，'
    .split("|"),
  ..."sk-abcdefghij0123456789ab|eyJhbGciOi.eyJzdWIiOi.abc|GB69PMNJ18913943430745|gb69 pmnj 1891 3943 4307 45"
    .split("|"),
  ...[
    "office",
    " ext. 123",
    "转8001",
    "010-12345678",
    "(212) 555-0187",
    "785 8949",
    "Phone: ",
    "call me at ",
    "fax",
  ],
  ...[
    "192.168.1.20",
    "2001:db8::1",
    "00:1a:2b:3c:4d:5e",
    "https://u:p4ss@h.com/x",
    "护照",
    "E12345678",
    "ssn ",
    "++",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "MIIB12",
    "-----END PRIVATE KEY-----",
    "A-1024",
    "2026-11-30",
    "\n",
    "123-45-6789",
  ],
  ...[
    "[[PHONE_1]]",
    "[EMAIL]",
    "****1111",
    "138****5678",
    "１３８",
    "０",
    "\u200b",
    "%40",
    "@",
    "＠",
    "1",
    "23",
    "0086",
  ],
  ...["Hello world ", "order", "00", "91110000600037341L", "😀", "'", "it's"],
];

/** Pieces in any order, side by side. */
export const personalText = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) =>
  pieces.join("")
);
