/** What processes around this one do to it: signals of the terminal, the end of the parent, and of readers of its output. */

/**
 * Ignores what a terminal sends to all processes of a program at Ctrl+C or when it is closed. The process that started this one still needs it
 * while it closes, and ends it afterwards.
 */
export function leaveTerminalSignals(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

/**
 * Calls `listener` once when the parent process has ended or has closed the channel to this process. Does nothing in a process that was
 * started without a channel. Does not keep the process alive.
 */
export function onParentEnd(listener: () => void): void {
  if (process.connected === false) listener();
  if (!process.connected) return;
  process.once('disconnect', listener);
  process.channel?.unref();
}

/**
 * Keeps this process running when the reader of its output has left, such as `head`. Node would end it at the next line, like any error without a
 * listener.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
