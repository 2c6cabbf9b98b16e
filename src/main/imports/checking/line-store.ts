/** The lines that a check found, by their status, in private files: a page of them is read at a time. */
import type { LineCounts, LineStatus } from '#contract/imports/check.ts';
import { createPagedFile, type PagedFile } from '../reading/paged-file';
import type { PlannedLine } from './planned-line';

/** Lines of a page, and characters of their JSON after which it has no more lines: a line may have cells of some megabytes. */
const pageLines = 200;
const pageLength = 524_288;

export interface LineStore {
  add(line: PlannedLine): Promise<void>;
  /** Writes what isn't yet. */
  finish(): Promise<void>;
  counts(): LineCounts;
  /** Yields the lines from a position on, at most so many at a time as take little memory. */
  read(status: LineStatus, from: number): AsyncGenerator<readonly PlannedLine[]>;
  remove(): Promise<void>;
}

const statuses: readonly LineStatus[] = ['create', 'change', 'same', 'impossible'];

interface Part {
  readonly file: PagedFile;
  /** Position of the first line of each page. */
  readonly starts: number[];
  count: number;
  /** JSON of the lines of the next page. */
  open: string[];
  openLength: number;
}

/** Creates the store. `pathOf` returns the path of each file. Rejects with the system's error. */
export async function createLineStore(pathOf: (status: LineStatus) => string): Promise<LineStore> {
  const parts = new Map<LineStatus, Part>();
  for (const status of statuses)
    parts.set(status, { file: await createPagedFile(pathOf(status)), starts: [], count: 0, open: [], openLength: 0 });
  const partOf = (status: LineStatus): Part => {
    const part = parts.get(status);
    if (part === undefined) throw new Error(`There are no lines of status ${status}.`);
    return part;
  };
  const write = async (part: Part) => {
    const lines = part.open;
    part.starts.push(part.count - lines.length);
    Object.assign(part, { open: [], openLength: 0 });
    await part.file.append(Buffer.from(`[${lines.join(',')}]`));
  };
  return {
    async add(line) {
      const part = partOf(line.status);
      const text = JSON.stringify(line);
      part.open.push(text);
      part.openLength += text.length;
      part.count += 1;
      if (part.open.length === pageLines || part.openLength >= pageLength) await write(part);
    },
    async finish() {
      for (const part of parts.values()) if (part.open.length > 0) await write(part);
    },
    counts: () => ({
      create: partOf('create').count,
      change: partOf('change').count,
      same: partOf('same').count,
      impossible: partOf('impossible').count,
    }),
    async *read(status, from) {
      const { file, starts } = partOf(status);
      const first = starts.findLastIndex((start) => start <= from);
      for (let page = Math.max(0, first); page < file.pages(); page += 1) {
        const lines = JSON.parse((await file.read(page)).toString()) as PlannedLine[];
        yield lines.slice(Math.max(0, from - (starts[page] ?? 0)));
      }
    },
    async remove() {
      for (const { file } of parts.values()) await file.remove();
    },
  };
}
