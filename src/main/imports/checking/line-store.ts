/** The lines that a check found, by their status, in private files: a page of them is read at a time. */
import type { LineCounts, LineStatus } from '#contract/imports/check.ts';
import { createPagedFile, type PagedFile } from '../reading/paged-file';
import type { PlannedLine } from './planned-line';

/** Lines of a page. */
const pageSize = 200;

export interface LineStore {
  add(line: PlannedLine): Promise<void>;
  /** Writes what isn't yet. */
  finish(): Promise<void>;
  counts(): LineCounts;
  /** Resolves to lines from a position on, at most those of a page or two. */
  read(status: LineStatus, from: number, limit: number): Promise<readonly PlannedLine[]>;
  remove(): Promise<void>;
}

const statuses: readonly LineStatus[] = ['create', 'change', 'same', 'impossible'];

interface Part {
  readonly file: PagedFile;
  count: number;
  open: PlannedLine[];
}

/** Creates the store. `pathOf` returns the path of each file. Rejects with the system's error. */
export async function createLineStore(pathOf: (status: LineStatus) => string): Promise<LineStore> {
  const parts = new Map<LineStatus, Part>();
  for (const status of statuses) parts.set(status, { file: await createPagedFile(pathOf(status)), count: 0, open: [] });
  const partOf = (status: LineStatus): Part => {
    const part = parts.get(status);
    if (part === undefined) throw new Error(`There are no lines of status ${status}.`);
    return part;
  };
  const write = async (part: Part) => {
    const lines = part.open;
    part.open = [];
    await part.file.append(Buffer.from(JSON.stringify(lines)));
  };
  const pageOf = async ({ file, open }: Part, page: number): Promise<readonly PlannedLine[]> =>
    page < file.pages() ? (JSON.parse((await file.read(page)).toString()) as PlannedLine[]) : open;
  return {
    async add(line) {
      const part = partOf(line.status);
      part.open.push(line);
      part.count += 1;
      if (part.open.length === pageSize) await write(part);
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
    async read(status, from, limit) {
      const part = partOf(status);
      const found: PlannedLine[] = [];
      for (let page = Math.floor(from / pageSize); found.length < limit && page * pageSize < part.count; page += 1) {
        const lines = await pageOf(part, page);
        found.push(...lines.slice(Math.max(0, from - page * pageSize)));
      }
      return found.slice(0, limit);
    },
    async remove() {
      for (const { file } of parts.values()) await file.remove();
    },
  };
}
