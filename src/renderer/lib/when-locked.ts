import { useEffect, useRef } from 'react';

const tasks = new Set<() => void>();

/** Runs a task each time the app is locked, before what is shown is removed from the document: for secrets, which mustn't stay in memory. */
export function useWhenLocked(task: () => void): void {
  const latest = useRef(task);
  latest.current = task;
  useEffect(() => {
    const run = () => latest.current();
    tasks.add(run);
    return () => void tasks.delete(run);
  }, []);
}

/** Runs the tasks. */
export function runWhenLocked(): void {
  for (const task of tasks) task();
}
