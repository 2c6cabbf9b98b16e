import { useEffect, useRef, useState } from 'react';
import { fail } from '#contract/errors.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import { type ImportFormat, type ImportKind, type ImportSource, importPartBytes, maxImportBytes } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { type Action, useAction } from '#lib/use-action.ts';

/** What is read and found of a file. The main process keeps the copy that it was read from. */
export interface ImportFile {
  /** Null until a file was chosen. */
  readonly id: string | null;
  /** Name of the chosen file; empty until one was. */
  readonly name: string;
  readonly run: ImportRun | null;
  /** Null until it was read, and where it can't be. */
  readonly source: ImportSource | null;
  /** How it is read, or was tried to be. */
  readonly format: ImportFormat;
  readonly isTooLarge: boolean;
  readonly opening: Action<[readonly File[]]>;
  readonly formatting: Action<[ImportFormat]>;
  /** Takes the file that was chosen or dropped. */
  open(files: readonly File[]): void;
  /** Ends the import: the copy is deleted. */
  discard(): void;
}

/** Returns the file of an import. The import ends with the component, unless it was kept. */
export function useImportFile(connectionId: string, kind: ImportKind): ImportFile {
  const current = useRef<string | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const [source, setSource] = useState<ImportSource | null>(null);
  const [tried, setTried] = useState<ImportFormat | null>(null);
  const run = useTopic('imports.runs').find((one) => one.id === id) ?? null;
  const use = (next: string | null) => {
    current.current = next;
    setId(next);
    setSource(null);
    setTried(null);
  };
  const opening = useAction(
    async (files: readonly File[]) => {
      const [file] = files;
      if (file === undefined || files.length > 1) throw fail('import-several');
      // The main process ends the import before.
      const began = await api.imports.begin({ connectionId, kind, name: file.name.slice(0, maxNameLength), size: file.size });
      use(began);
      setName(file.name);
      const isOver = () => current.current !== began;
      const append = (part: { readonly position: number; readonly data: string }) => api.imports.append({ id: began, ...part });
      try {
        const isUnchanged = await sendFile(file, append, isOver);
        return isOver() ? null : await api.imports.finish({ id: began, isUnchanged });
      } catch (thrown) {
        if (isOver()) return null;
        throw thrown;
      }
    },
    { onDone: setSource, onFailure: () => use(null) },
  );
  const formatting = useAction(
    async (next: ImportFormat) => {
      setTried(next);
      setSource(await api.imports.setFormat({ id: id ?? '', format: next }));
    },
    { onFailure: () => setTried(null) },
  );
  const discard = () => {
    discardImport(current.current);
    use(null);
    opening.reset();
  };
  useEffect(
    () => () => {
      discardImport(current.current);
      current.current = null;
    },
    [],
  );
  const open = (files: readonly File[]) => {
    const isOver = files.length === 1 && (files[0]?.size ?? 0) > maxImportBytes;
    setTooLarge(isOver);
    if (!isOver) void opening.run(files);
  };
  const format = tried ?? source?.format ?? formatByName(name);
  // A copy that can no longer be read has nothing to continue with.
  const readable = run?.state === 'failed' ? null : source;
  return { id, name, run, source: readable, format, isTooLarge, opening, formatting, open, discard };
}

const maxNameLength = 255;

/** Returns how a file is read that nothing else says anything about. */
function formatByName(name: string): ImportFormat {
  const format = /\.json$/i.test(name) ? 'json' : /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'table';
  return format === 'table' ? { format, encoding: 'utf-8', delimiter: /\.tsv$/i.test(name) ? '\t' : ',' } : { format, encoding: 'utf-8' };
}

/** One that can't be discarded now ends with its window. */
function discardImport(id: string | null): void {
  if (id !== null) void api.imports.discard({ id }).catch(() => undefined);
}

/** The part of a file that is needed here. */
type SentFile = Pick<Blob, 'size' | 'slice'>;

/**
 * Sends a file in parts, one after the other, until it ends or `isOver` says so. Resolves to whether it could be read to its end: a browser refuses to
 * read a file that was changed after it was chosen. Throws what `append` throws.
 */
export async function sendFile(
  file: SentFile,
  append: (part: { readonly position: number; readonly data: string }) => Promise<unknown>,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (let position = 0; position < file.size && !isOver(); position += importPartBytes) {
    const data = await toBase64(file.slice(position, position + importPartBytes)).catch(() => null);
    if (data === null) return false;
    await append({ position, data });
  }
  return true;
}

async function toBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  // As many arguments as every engine takes.
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
