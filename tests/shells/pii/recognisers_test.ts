import { assert, assertEquals } from "@std/assert";
import { findPersonalData } from "../../../shells/pii/find_personal_data.ts";
import { createPhoneRecogniser } from "../../../shells/pii/recognise_phone.ts";

/** `kind value`, for each finding. */
function found(text: string): string[] {
  return findPersonalData(text).map(({ kind, value }) => `${kind} ${value}`);
}

function finds(kind: string, cases: readonly (readonly [text: string, value: string])[]): void {
  for (const [text, value] of cases) assertEquals(found(text), [`${kind} ${value}`], text);
}

function findsNothing(texts: readonly string[]): void {
  for (const text of texts) assertEquals(found(text), [], text);
}

Deno.test("bankCardRecogniser finds 12 to 19 digits that pass Luhn's check, with separators or without (H26)", () => {
  finds("bank_card", [
    ["order_4111111111111111", "4111111111111111"],
    ["card 5105-1051-0510-5100.", "5105105105105100"],
    ["3782 822463 10005", "378282246310005"],
    ["银联卡6222021234567890128号", "6222021234567890128"],
    ["6222 0212 3456 7890 128", "6222021234567890128"],
    ["1,4111111111111111,2", "4111111111111111"],
    ["4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "4111111111111111"],
    ["4111.1111.1111.1111 12/27", "4111111111111111"],
    ["4222222222222", "4222222222222"],
    ["30569309025904", "30569309025904"],
    ["500000000009", "500000000009"],
  ]);
});

Deno.test("bankCardRecogniser leaves what fails the check, no issuer gave, or is part of something else (H26)", () => {
  findsNothing([
    "4111111111111112",
    "1234567812345670",
    "0.4111111111111111",
    "411111111111111100000",
    "a4111111111111111f",
    "550e8400-e29b-41d4-a716-446655440000",
  ]);
});

Deno.test("createPhoneRecogniser() finds mainland China's mobiles and landlines (H27)", () => {
  finds("phone", [
    ["手机13800138000", "13800138000"],
    ["138 0013 8000", "13800138000"],
    ["+86-138-0013-8000", "13800138000"],
    ["008613800138000", "13800138000"],
    ["tel:13800138000", "13800138000"],
    ["010-12345678", "01012345678"],
    ["（0755）1234567", "07551234567"],
    ["0755-1234567转8001", "07551234567;ext=8001"],
    ["+86 21 6403 1234", "02164031234"],
    ["座机 64031234", "64031234"],
  ]);
});

Deno.test("createPhoneRecogniser() finds numbers of other countries (H27)", () => {
  finds("phone", [
    ["(212) 555-0187", "+12125550187"],
    ["+1-743-438-6774x62406", "+17434386774;ext=62406"],
    ["+44 20 7946 0958", "+442079460958"],
    ["0033 1 42 68 53 00", "+33142685300"],
    ["06 12 34 56 78", "+33612345678"],
    ["They're not answering at 785 8949", "7858949"],
    ["455 6186 office", "4556186"],
    ["you can call me back on 2546712361", "2546712361"],
  ]);
});

Deno.test("createPhoneRecogniser() leaves other numbers, and the hotlines of companies (H27)", () => {
  findsNothing([
    "400-820-8820",
    "客服电话 4008208820",
    "电话费 123456 元",
    "call before 2026-11-30",
    "reach 1,000,000 people",
    "3/23/1940",
    "ISBN 978-7-111-12345-6",
    "12800138000",
    "a13800138000",
    "13800138000.50",
    "运单号：13800138000",
    "联系人工号 100234567",
  ]);
});

Deno.test("createPhoneRecogniser() asks its judge about few and short candidates only (H29)", () => {
  const asked: string[] = [];
  const recogniser = createPhoneRecogniser(() => (written) => void asked.push(written));
  for (const unit of ["1 ", "1-1-", "0", "+1 ", "(", "1.1.1."]) {
    findPersonalData(unit.repeat(5_000), [recogniser]);
  }
  assertEquals(asked, []);
  findPersonalData("020 7946 0958 ".repeat(1_000), [recogniser]);
  assert(asked.length <= 3_000 && asked.every((written) => written.length <= 24), `${asked.length}`);
});

Deno.test("mainlandIdRecogniser finds numbers by check digit and date (H28)", () => {
  finds("mainland_id", [
    ["身份证110101199003070054", "110101199003070054"],
    ["11010519491231002x", "11010519491231002X"],
    ["110105 19491231 002X", "11010519491231002X"],
    ["１１０１０５１９４９１２３１００２Ｘ", "11010519491231002X"],
    ["身份证号：130503670401001", "130503670401001"],
  ]);
  findsNothing(["11010519491231002Y", "110105194912310021", "110105194913310021", "订单 130503670401001"]);
});

Deno.test("companyCodeRecogniser finds codes by check sign (H28)", () => {
  finds("company_code", [
    ["税号91350100M000100Y43", "91350100M000100Y43"],
    ["91350100m000100y43", "91350100M000100Y43"],
  ]);
  findsNothing(["91350100M000100Y44", "X91350100M000100Y43"]);
});

Deno.test("usSsnRecogniser finds what was given out, dashed or named", () => {
  finds("us_ssn", [
    ["my SSN is 078051120", "078051120"],
    ["856-45-6789", "856456789"],
    ["social security number 078 05 1120", "078051120"],
  ]);
  findsNothing([
    "000-12-3456",
    "666-12-3456",
    "900-12-3456",
    "123-00-4567",
    "123-45-0000",
    "078051120",
  ]);
});

Deno.test("ibanRecogniser finds them in any case and in groups, by country, length and check digits (H28)", () => {
  finds("iban", [
    ["GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"],
    ["gb82west12345698765432", "GB82WEST12345698765432"],
    ["MT84MALT011000012345MTLCAST001S", "MT84MALT011000012345MTLCAST001S"],
  ]);
  findsNothing(["GB83WEST12345698765432", "GB82WEST1234569876543", "XX82WEST12345698765432"]);
});

Deno.test("ipAddressRecogniser finds both versions, and gives version 6 one form (H28)", () => {
  finds("ip_address", [
    ["from 10.218.6.131.", "10.218.6.131"],
    ["登录IP：10.218.6.131，", "10.218.6.131"],
    ["10.218.6.131:8080", "10.218.6.131"],
    ["2001:DB8::0001", "2001:db8:0:0:0:0:0:1"],
    ["fe80::1", "fe80:0:0:0:0:0:0:1"],
    ["::ffff:192.0.2.1", "0:0:0:0:0:ffff:c000:201"],
    ["d80:e4b5:79da:6cf6:71f3:51f7:9161:c319", "d80:e4b5:79da:6cf6:71f3:51f7:9161:c319"],
  ]);
  findsNothing([
    "256.1.1.1",
    "1.2.3.4.5",
    "版本 10.2.3.4",
    "v10.2.3.4",
    "127.0.0.1",
    "::1",
    "12:30:45",
    "a[1::2]",
    "::",
  ]);
});

Deno.test("macAddressRecogniser finds the three ways to write one", () => {
  finds("mac_address", [
    ["00:1A:2B:3C:4D:5E", "00:1a:2b:3c:4d:5e"],
    ["00-1a-2b-3c-4d-5e", "00:1a:2b:3c:4d:5e"],
    ["001a.2b3c.4d5e", "00:1a:2b:3c:4d:5e"],
  ]);
  findsNothing(["00:1a:2b:3c:4d", "00:1a:2b:3c:4d:5e:6f", "ff:ff:ff:ff:ff:ff", "1000.2000.3000"]);
});

Deno.test("passportRecogniser finds what is named so (H28)", () => {
  finds("passport", [
    ["护照号 E12345678", "E12345678"],
    ["护照：EA1234567", "EA1234567"],
    ["my passport number is g12345678", "G12345678"],
  ]);
  findsNothing(["型号 E12345678", "护照已寄出，订单 E12345678"]);
});

Deno.test("emailRecogniser finds addresses beside Han characters, with a full-width ＠ and with %40 (H28)", () => {
  finds("email", [
    ["请发到a@b.cn谢谢", "a@b.cn"],
    ["bob.smith+tag@Mail.Example.co.uk.", "bob.smith+tag@mail.example.co.uk"],
    ["bob＠example．com", "bob@example.com"],
    ["?to=bob%40example.com&cc", "bob@example.com"],
    ["<bob@example.com>", "bob@example.com"],
  ]);
  findsNothing(["@types/node", "a@b", "a@b.c", "a@.com", "a@-b..com", ".@b.cn", "git@github.com:a/b"]);
});

Deno.test("urlCredentialsRecogniser finds user and password in an address", () => {
  finds("url_credentials", [
    ["postgres://bob:s3cret@db.example.com/x", "bob:s3cret"],
    ["redis://:pw@cache:6379", ":pw"],
    ["https://bob:p%40ss@example.com", "bob:p@ss"],
  ]);
  findsNothing(["https://example.com:8080/@user", "ssh://git@host/x", "https://example.com/a:b"]);
});

Deno.test("secretRecogniser finds keys and tokens by what their issuers begin them with", () => {
  const tokens = [
    "sk-abcdefghij0123456789",
    "sk-ant-api03-abcdefghij0123456789",
    `ghp_${"a1".repeat(18)}`,
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-1234567890-abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.dBjftJeZ4CVP",
  ];
  for (const token of tokens) assertEquals(found(`key ${token}, ok`), [`secret ${token}`]);
  finds("secret", [["Authorization: Bearer abcdef0123456789abcdef", "abcdef0123456789abcdef"]]);
  findsNothing([
    "sk-learn-is-a-library-for-people",
    "eyJ.eyJ.eyJ",
    "a bearer of bad news that nobody wanted",
  ]);
});

Deno.test("secretRecogniser finds what is assigned to a password or a key", () => {
  finds("secret", [
    ["password: hunter2!", "hunter2!"],
    ['{"password": "correct horse"}', "correct horse"],
    ["password=letmein, x=1", "letmein"],
    ["密码：abc123，请查收", "abc123"],
    ["api_key=0123456789abcdef", "0123456789abcdef"],
    ["client secret is abc12345def", "abc12345def"],
  ]);
  findsNothing([
    "password: required",
    "password=null",
    "token = getToken()",
    "max_tokens: 4096",
    "api_key=${API_KEY}",
    "密码为8-16",
    "api_key: process.env.KEY1",
    "forgot password?",
    "secret: Uint8Array): x",
  ]);
});

Deno.test("secretRecogniser finds private keys, also without their last line", () => {
  const key =
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB+/=\n-----END RSA PRIVATE KEY-----";
  assertEquals(findPersonalData(`a ${key} b`).map(({ start, end }) => [start, end]), [[2, 2 + key.length]]);
  const open = "-----BEGIN PRIVATE KEY-----\nMIIB";
  assertEquals(findPersonalData(open).map(({ start, end }) => [start, end]), [[0, open.length]]);
  findsNothing(["-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"]);
});
