/**
 * What the system refuses, in Chinese.
 *
 * @module
 */

/** By the names of Deno's classes, which are the same on every system. */
const BY_NAME: Readonly<Record<string, string>> = {
  NotFound: "文件或文件夹不存在",
  PermissionDenied: "没有权限",
  AlreadyExists: "已经存在",
  IsADirectory: "这是文件夹，不是文件",
  NotADirectory: "路径中有一段不是文件夹",
  FilesystemLoop: "链接循环",
  ConnectionRefused: "连接被拒绝",
  ConnectionReset: "连接被对方断开",
  AddrInUse: "端口已被占用",
  TimedOut: "超时",
};

/** What has no class of its own, or has lost it on the way, by how the system says it. */
const BY_WORDS: readonly (readonly [said: RegExp, zh: string])[] = [
  [/^No such file or directory/i, "文件或文件夹不存在"],
  [/^Permission denied/i, "没有权限"],
  [/^No space left on device/i, "磁盘空间不足"],
  [/^(Not enough space|There is not enough space)/i, "磁盘空间不足"],
  [/^Read-only file system/i, "文件系统是只读的"],
  [/^File name too long/i, "文件名太长"],
  [/^Too many open files/i, "打开的文件太多"],
  [/^Disk quota exceeded/i, "磁盘配额已用完"],
];

/** What Deno itself says of a permission that was not given. */
const PERMISSION = /^Requires (\w+) access to (.*), run again with the (--[a-z-]+) flag/s;

/**
 * The system's reason in Chinese, with its number, and what Deno puts behind it.
 *
 * @param error What the system's refusal was thrown as.
 * @returns `undefined` for what is none of the system's, or rare.
 *
 * @example
 * ```ts
 * systemFaultInChinese(error); // "文件或文件夹不存在（os error 2）：open 'a.md'"
 * ```
 */
export function systemFaultInChinese(
  { name, message }: Pick<Error, "name" | "message">,
): string | undefined {
  const [, access, what, flag] = PERMISSION.exec(message) ?? [];
  if (flag !== undefined) return `没有 Deno 的 ${access} 权限：${what}。请加上 ${flag} 再运行`;
  const [, code, rest = ""] = /\((os error \d+)\)(?:: (.*))?$/s.exec(message) ?? [];
  if (code === undefined) return undefined;
  const said = BY_WORDS.find(([words]) => words.test(message))?.[1] ?? BY_NAME[name];
  if (said === undefined) return undefined;
  return `${said}（${code}）${rest === "" ? "" : `：${rest}`}`;
}
