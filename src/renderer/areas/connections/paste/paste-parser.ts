/** Parses pasted text for a connection: environment blocks, code snippets, URLs, single keys and IDs. */
import { keyKinds } from '#lib/rules/project-keys.ts';
import { pastedEntries } from './paste-entries';
import { isAnyApi, isBranded, type PastedField } from './paste-names';
import { type PasteRemark, pairedEntries, type Reading, readingsOf } from './paste-readings';
import { isHosted } from './paste-url';

export type PastedProject = { readonly [F in PastedField]?: string };

export interface Pasted {
  /** In the order of the text. */
  readonly projects: readonly PastedProject[];
  readonly remarks: readonly PasteRemark[];
}

type Fields = Partial<Record<PastedField, Reading>>;

/** Parses the projects in a text. Never fails, and takes time in proportion to the text's length. */
export function parsePaste(text: string): Pasted {
  const remarks: PasteRemark[] = [];
  const readings = pairedEntries(pastedEntries(text)).flatMap((entry) => readingsOf(entry, remarks));
  const named = ourReadings(
    readings.filter(({ name }) => name !== null),
    remarks,
  );
  const bare = readings.filter(({ name }) => name === null);
  const projects = named.length === 0 ? bareProjects(bare) : withBare(namedProjects(named), bare, remarks);
  return { projects: withoutOtherAddresses(withSharedAddress(projects), remarks).map(valuesOf), remarks: distinct(remarks) };
}

/** Without the application's own API, which has such a name beside names with a brand. */
function ourReadings(readings: readonly Reading[], remarks: PasteRemark[]): readonly Reading[] {
  const hasBrand = readings.some(({ name }) => name !== null && isBranded(name));
  return readings.filter(({ field, name }) => {
    const isOther = hasBrand && field === 'baseUrl' && name !== null && isAnyApi(name);
    if (isOther) remarks.push({ kind: 'other-name', name, is: field });
    return !isOther;
  });
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
  const complete = others.filter((fields) => !isAddressOnly(fields));
  const [shared] = common;
  if (complete.length === 0 || shared === undefined || common.length > 1 || shared.projectId !== undefined) {
    return projects.flatMap(([, sections]) => sections);
  }
  const { baseUrl } = shared;
  const addresses = others.filter(isAddressOnly);
  if (complete.length === 1) return [{ ...shared, ...complete[0] }, ...addresses];
  const own = complete.map((fields) => ({ ...(baseUrl === undefined ? {} : { baseUrl }), ...fields }));
  return [...own, ...(isAddressOnly(shared) ? [] : [shared]), ...addresses];
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

/** One address in the whole text is that of every project in it, unless its name says for which environment it is. */
function withSharedAddress(projects: readonly Fields[]): readonly Fields[] {
  const addresses = projects.flatMap(({ baseUrl }) => baseUrl ?? []);
  const [shared] = addresses;
  if (shared === undefined || shared.variant !== '' || addresses.some(({ value }) => value !== shared.value)) return projects;
  return projects.map((project) => ({ baseUrl: shared, ...project }));
}

/** Without addresses of environments that have nothing else in the text. */
function withoutOtherAddresses(projects: readonly Fields[], remarks: PasteRemark[]): readonly Fields[] {
  if (projects.length < 2) return projects;
  return projects.filter(({ baseUrl, ...others }) => {
    const isOther = Object.keys(others).length === 0 && baseUrl !== undefined && baseUrl.name !== null && baseUrl.variant !== '';
    if (isOther) remarks.push({ kind: 'other-name', name: baseUrl.name, is: 'baseUrl' });
    return !isOther;
  });
}

function isAddressOnly(fields: Fields): boolean {
  return Object.values(fields).every(({ field }) => field === 'baseUrl');
}

function distinct(remarks: readonly PasteRemark[]): PasteRemark[] {
  return [...new Map(remarks.map((remark) => [JSON.stringify(remark), remark])).values()];
}
