/**
 * The variables of the environment as every system has them.
 *
 * @module
 */
import type { Host } from "../host.ts";

/**
 * Reads variables. Windows keeps the home under another name; without one, sessions and the secret would lie in whatever
 * folder the program was started in.
 *
 * @param read Reads one, as the system has it.
 * @param os The system.
 *
 * @example
 * ```ts
 * hostVariable(read, "windows")("HOME"); // "C:\\Users\\me", out of USERPROFILE
 * ```
 */
export function hostVariable(read: Host["variable"], os: typeof Deno.build.os): Host["variable"] {
  return (name) => {
    const value = read(name);
    return name === "HOME" && os === "windows" && !value?.trim() ? read("USERPROFILE") : value;
  };
}
