/** Ending with the process that started this one. */

/**
 * Calls back once when the process that started this one has ended, however it ended, or has closed the channel to it. Does nothing in a
 * process that was started without a channel, and keeps none alive.
 */
export function onParentEnd(listener: () => void): void {
  if (process.connected === false) listener();
  if (!process.connected) return;
  process.once('disconnect', listener);
  process.channel?.unref();
}
