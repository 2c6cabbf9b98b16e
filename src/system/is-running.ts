/** Whether a process of this machine has a number, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // The process exists, and belongs to another user.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
