import { useEffect, useState } from 'react';
import type { FileProblem } from '#contract/bridge/drift.ts';
import { fail } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import type { ChosenSide } from './chosen-side';

interface OpenFollowed {
  /** Why the file couldn’t be read the last time. */
  readonly problem: FileProblem | null;
  readonly isPending: boolean;
  open(): void;
}

/** Reads the file that a connection follows, at once if `isAtOnce`, and passes it on as a side. */
export function useOpenFollowed(connectionId: string, isAtOnce: boolean, onOpen: (file: ChosenSide) => void): OpenFollowed {
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const { isPending, run } = useAction(() => api.drift.readFile({ connectionId }), {
    onDone(result) {
      setProblem(result.state === 'unread' ? result.problem : null);
      if (result.state === 'unread') return;
      const file = { name: result.name, text: result.text, isPasted: false, followedBy: connectionId };
      onOpen({ kind: 'file', connectionId: '', file });
    },
  });
  useEffect(() => {
    if (isAtOnce) void run();
  }, [isAtOnce, run]);
  return { problem, isPending, open: () => void run() };
}

/** Resolves to a side with the followed file as it is now. Throws `import-not-read` if it can’t be read any more, and `object-gone`. */
export async function readAgain(side: ChosenSide): Promise<ChosenSide> {
  const { kind, file } = side;
  if (kind !== 'file' || file?.followedBy === undefined) return side;
  const read = await api.drift.readFile({ connectionId: file.followedBy });
  if (read.state === 'unread') throw fail('import-not-read');
  return { ...side, file: { ...file, name: read.name, text: read.text } };
}
