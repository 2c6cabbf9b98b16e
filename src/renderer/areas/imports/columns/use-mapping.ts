import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnNote, ImportMapping, MappingProblem } from '#contract/imports/mapping.ts';
import { api } from '#data/api.ts';

/** What a mapping is found to be by the first lines of the file. */
export interface TriedMapping {
  readonly problems: readonly MappingProblem[];
  readonly notes: readonly ColumnNote[];
  /** Number of lines that can be previewed. */
  readonly previewable: number;
}

/** Looks at a mapping each time that it changes. What was found of the one before stays until then. */
export function useTriedMapping(id: string, mapping: ImportMapping) {
  return useQuery({
    queryKey: ['import-mapping', id, mapping],
    queryFn: (): Promise<TriedMapping> => api.imports.tryMapping({ id, mapping }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Reads what the check would find for one of the first lines. */
export function usePreviewedLine(id: string, mapping: ImportMapping, at: number, isEnabled: boolean) {
  return useQuery({
    queryKey: ['import-line', id, mapping, at],
    queryFn: () => api.imports.previewLine({ id, mapping, at }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Returns which columns have a path that isn't valid while it is typed, so that the mapping isn't used without it. */
export function useUnfinished(): readonly [ReadonlySet<number>, (column: number, isUnfinished: boolean) => void] {
  const [columns, setColumns] = useState<ReadonlySet<number>>(new Set());
  const mark = (column: number, isUnfinished: boolean) =>
    setColumns((before) => {
      if (before.has(column) === isUnfinished) return before;
      const next = new Set(before);
      if (isUnfinished) next.add(column);
      else next.delete(column);
      return next;
    });
  return [columns, mark];
}
