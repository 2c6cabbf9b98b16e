/** Detection of the parent process's end. */

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
