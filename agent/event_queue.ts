/**
 * Joins what several producers say into one stream.
 *
 * @module
 */

/**
 * A first-in-first-out queue between producers that push and one consumer that iterates.
 *
 * @example
 * ```ts
 * const queue = new EventQueue<string>();
 * queue.push("a");
 * queue.close();
 * for await (const event of queue) console.error(event);
 * ```
 */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  /** Adds an item; after `close` it is dropped. */
  push(item: T): void {
    if (this.#closed) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the stream once the items pushed so far were taken. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** Takes items as they come. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    while (true) {
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#closed) return;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}
