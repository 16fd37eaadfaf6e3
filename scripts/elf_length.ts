/** Where a 64-bit ELF header says where its table of sections is, and how many entries of what size it has. */
const [MAGIC, TABLE_AT, ENTRY_SIZE_AT, ENTRIES_AT] = [0x7f454c46, 0x28, 0x3a, 0x3c];
const HEADER_BYTES = 64;

/**
 * The length of the ELF part of a file: a compiled program is Deno's base runtime with something behind it. The table
 * of sections is the last thing in the runtime.
 *
 * @param header The file's first bytes, 64 or more.
 * @returns Bytes.
 * @throws {Error} When it is no ELF file of 64 bits; its message is the bare reason.
 *
 * @example
 * ```ts
 * const base = program.subarray(0, elfLength(program));
 * ```
 */
export function elfLength(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const is64Bit = view.byteLength >= HEADER_BYTES && view.getUint32(0) === MAGIC && view.getUint8(4) === 2;
  if (!is64Bit || view.getUint8(5) !== 1) throw new Error("it is no little-endian ELF file of 64 bits");
  const table = Number(view.getBigUint64(TABLE_AT, true));
  return table + view.getUint16(ENTRY_SIZE_AT, true) * view.getUint16(ENTRIES_AT, true);
}
