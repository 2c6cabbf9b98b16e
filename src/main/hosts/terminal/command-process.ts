/** The process that runs a command, of which specs have a double. */
export interface CommandProcess {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Ends the process at once. */
  exit(code: number): void;
  /** Does what Ctrl+C does while the terminal handles it. */
  interrupt(): void;
  /** Calls the listener at each signal that ends a process, instead of ending it. Returns a function that stops that. */
  onSignal(listener: () => void): () => void;
  /** Turns core dumps off, also for processes that it starts later. */
  turnOffCoreDumps(): Promise<unknown>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns the process in which this runs. */
export function thisProcess(): CommandProcess {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    exit: (code) => process.exit(code),
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    onSignal(listener) {
      // Also if it comes again: a terminal sends Ctrl+C to each process of its group, and npm passes it on.
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    async turnOffCoreDumps() {
      // Loaded here, because help starts without it.
      const { turnOffCoreDumps } = await import('../../runtime/fault-guard');
      return turnOffCoreDumps(process.platform, process.pid);
    },
  };
}
