import { useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { CheckedLine, LineCounts, LineStatus } from '#contract/imports/check.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { entryAt, type LineGroups } from './line-groups';

/** Lines that are read at once. */
const pageSize = 100;

const keyOf = (status: LineStatus, page: number) => `${status} ${page}`;

export interface CheckedLines {
  /** Returns a line; undefined until it was read. */
  lineOf(status: LineStatus, at: number): CheckedLine | undefined;
  /** Reads what of these entries of the list isn't known yet. */
  view(groups: LineGroups, first: number, last: number): void;
  readonly failure: ErrorReport | null;
  readonly retry: () => void;
}

/** Reads the lines of a check as they come into view, from any place. */
export function useCheckedLines(id: string, counts: LineCounts): CheckedLines {
  const [pages, setPages] = useState<ReadonlyMap<string, readonly CheckedLine[]>>(new Map());
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const requested = useRef(new Set<string>());
  const turn = useRef(0);
  // Lines of another check have other positions.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts stand for the check
  useEffect(() => {
    turn.current += 1;
    requested.current.clear();
    setPages(new Map());
    setFailure(null);
  }, [id, counts]);
  const read = (status: LineStatus, page: number) => {
    const key = keyOf(status, page);
    // After a failure, nothing is read before a retry.
    if (failure !== null || requested.current.has(key)) return;
    requested.current.add(key);
    const own = turn.current;
    const onLines = (lines: readonly CheckedLine[]) => {
      if (own === turn.current) setPages((before) => new Map(before).set(key, lines));
    };
    const onFailure = (thrown: unknown) => {
      if (own !== turn.current) return;
      requested.current.delete(key);
      setFailure(reportOf(thrown));
    };
    void api.imports
      .lines({ id, status, from: page * pageSize, limit: pageSize })
      .then(({ lines }) => onLines(lines))
      .catch(onFailure);
  };
  return {
    lineOf: (status, at) => pages.get(keyOf(status, Math.floor(at / pageSize)))?.[at % pageSize],
    view(groups, first, last) {
      for (let index = first; index <= last; index += 1) {
        const entry = entryAt(groups, index);
        if (entry !== undefined && entry.at !== null) read(entry.status, Math.floor(entry.at / pageSize));
      }
    },
    failure,
    retry: () => setFailure(null),
  };
}
