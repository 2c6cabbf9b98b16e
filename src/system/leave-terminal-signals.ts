/** Signals of the terminal in processes that another one ends. */

/**
 * Ignores what a terminal sends to all processes of a program at Ctrl+C or when it is closed. The process that started this one still needs it
 * while it closes, and ends it afterwards.
 */
export function leaveTerminalSignals(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
