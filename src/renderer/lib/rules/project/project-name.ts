import { visibleText } from '../../../../contract/text/visible-text';

/** Maximum length of a connection’s name. */
const maxLength = 100;

/** Returns what a project is called: its ID if its name is blank, which the service allows. */
export function projectName({ id, display_name: name }: { readonly id: string; readonly display_name: string }): string {
  return visibleText(name) === '' ? id : name;
}

/** Returns the name of a connection to a project. */
export function connectionName(project: { readonly id: string; readonly display_name: string }): string {
  return projectName(project).trim().slice(0, maxLength);
}
