/**
 * What a session's id may be.
 *
 * @module
 */

/** 1 to 64 letters, digits, `_` or `-`: it becomes a file's name. */
export const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;
