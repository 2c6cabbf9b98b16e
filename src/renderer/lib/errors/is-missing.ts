import type { ErrorReport } from '../../../contract/errors';

/** How a request says that there is no object with an ID that is in its path. */
interface MissingObject {
  readonly known: string;
  /** Names of the parameter in the paths of the catalog. */
  readonly parameters: readonly string[];
}

export const missingUser: MissingObject = { known: 'USER_NOT_FOUND', parameters: ['user_id'] };
export const missingTeam: MissingObject = { known: 'TEAM_NOT_FOUND', parameters: ['id', 'team_id'] };

/** Whether the object doesn't exist. An ID that isn't one, such as a mistyped one in an address, is refused before a request is sent. */
export function isMissing({ code, known, path }: ErrorReport, { known: expected, parameters }: MissingObject): boolean {
  return known === expected || (code === 'bad-input' && parameters.some((name) => path === `params.${name}`));
}

/** Whether the error is about an ID in an address, which can't be corrected in a field. */
export function isAboutId({ code, path }: Pick<ErrorReport, 'code' | 'path'>): boolean {
  return code === 'bad-input' && /^(params|query)\.(\w+_)?id$/.test(path ?? '');
}
