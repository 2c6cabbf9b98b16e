/** Returns whether a process with this number runs. The number may since belong to another program. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // The process exists, and belongs to another user.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
