/** Parses pasted text for a connection: environment blocks, code snippets, URLs, single keys and IDs. */
import { keyKinds } from '../../../lib/keys/project-keys';
import { pastedEntries } from './paste-entries';
import { pairedEntries, type Reading, readingsOf } from './paste-readings';
import type { PasteRemark } from './paste-remark';
import { isHosted } from './paste-url';
import type { PastedField } from './pasted-field';

export type PastedProject = { readonly [F in PastedField]?: string };

export interface Pasted {
  /** In the order of the text. */
  readonly projects: readonly PastedProject[];
  readonly remarks: readonly PasteRemark[];
}

type Fields = Partial<Record<PastedField, Reading>>;

/** What a text says of projects. Never fails, and takes a time in proportion to the text's length. */
export function parsePaste(text: string): Pasted {
  const remarks: PasteRemark[] = [];
  const readings = pairedEntries(pastedEntries(text)).flatMap((entry) => readingsOf(entry, remarks));
  const named = readings.filter(({ name }) => name !== null);
  const bare = readings.filter(({ name }) => name === null);
  const projects = named.length === 0 ? bareProjects(bare) : withBare(namedProjects(named), bare, remarks);
  return { projects: withSharedAddress(projects.map(valuesOf)), remarks: distinct(remarks) };
}

/** Values without names: a field that occurs again with another value starts the next project. */
function bareProjects(readings: readonly Reading[]): Fields[] {
  const projects: Fields[] = [];
  for (const reading of readings) {
    const last = projects.at(-1);
    const known = last?.[reading.field];
    if (last === undefined || (known !== undefined && known.value !== reading.value)) projects.push({ [reading.field]: reading });
    else last[reading.field] = reading;
  }
  return projects;
}

/** Named values, by what distinguishes the names of several projects. Those without such a word belong to each project that lacks them. */
function namedProjects(readings: readonly Reading[]): Fields[] {
  const variants = [...new Set(readings.map(({ variant }) => variant))];
  const projects = variants.map((variant) => [variant, sectionsOf(readings.filter((reading) => reading.variant === variant))] as const);
  const common = projects.find(([variant]) => variant === '')?.[1] ?? [];
  const others = projects.filter(([variant]) => variant !== '').flatMap(([, sections]) => sections);
  const [shared] = common;
  if (others.length === 0 || shared === undefined || common.length > 1 || shared.projectId !== undefined) {
    return projects.flatMap(([, sections]) => sections);
  }
  const { baseUrl } = shared;
  if (others.length === 1) return others.map((own) => ({ ...shared, ...own }));
  return others.map((own) => ({ ...(baseUrl === undefined ? {} : { baseUrl }), ...own }));
}

/**
 * The projects of names that aren't distinguished. Of a repeated name, the last value counts, as in every reader of such files; blocks that
 * each have their own ID and keys are separate projects.
 */
function sectionsOf(readings: readonly Reading[]): Fields[] {
  const sections: Fields[] = [];
  for (const block of new Set(readings.map((reading) => reading.block))) {
    const own: Fields = {};
    for (const reading of readings) if (reading.block === block) take(own, reading);
    const last = sections.at(-1);
    if (last === undefined || isOtherProject(last, own)) sections.push(own);
    else for (const reading of Object.values(own)) take(last, reading);
  }
  return sections;
}

function isOtherProject(one: Fields, other: Fields): boolean {
  const hasKey = (fields: Fields) => keyKinds.some((kind) => fields[kind] !== undefined);
  return (
    one.projectId !== undefined &&
    other.projectId !== undefined &&
    one.projectId.value !== other.projectId.value &&
    hasKey(one) &&
    hasKey(other)
  );
}

function take(fields: Fields, reading: Reading): void {
  const known = fields[reading.field];
  if (known === undefined || reading.rank <= known.rank) fields[reading.field] = reading;
}

/** Adds values without names to a single project that lacks them. A URL without a name could be any, unless it is the hosted service's. */
function withBare(projects: Fields[], bare: readonly Reading[], remarks: PasteRemark[]): Fields[] {
  const [only, ...more] = projects;
  for (const reading of bare) {
    const { field, value } = reading;
    if (projects.some((project) => project[field]?.value === value)) continue;
    const isCertain = field !== 'baseUrl' || isHosted(value);
    if (only !== undefined && more.length === 0 && only[field] === undefined && isCertain) only[field] = reading;
    else remarks.push({ kind: 'unnamed', is: field });
  }
  return projects;
}

function valuesOf(fields: Fields): PastedProject {
  return Object.fromEntries(Object.values(fields).map(({ field, value }) => [field, value]));
}

/** One address in the whole text is that of every project in it. */
function withSharedAddress(projects: readonly PastedProject[]): readonly PastedProject[] {
  const addresses = new Set(projects.flatMap(({ baseUrl }) => baseUrl ?? []));
  const [shared] = addresses;
  if (shared === undefined || addresses.size > 1) return projects;
  return projects.map((project) => ({ baseUrl: shared, ...project }));
}

function distinct(remarks: readonly PasteRemark[]): PasteRemark[] {
  return [...new Map(remarks.map((remark) => [JSON.stringify(remark), remark])).values()];
}
