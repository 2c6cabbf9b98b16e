/** The table of screens: the rows of all areas. It imports no screens, which are loaded when they are shown. */
import { screens as account } from './account/area';
import { screens as compare } from './compare/area';
import { screens as connections } from './connections/area';
import { screens as email } from './email/area';
import { screens as imports } from './imports/area';
import { screens as jobs } from './jobs/area';
import { screens as journal } from './journal/area';
import { screens as keys } from './keys/area';
import { screens as permissions } from './permissions/area';
import { screens as project } from './project/area';
import { screens as projects } from './projects/area';
import { screens as settings } from './settings/area';
import { screens as signIn } from './sign-in/area';
import { screens as teams } from './teams/area';
import { screens as users } from './users/area';

export const screenRows = {
  ...account,
  ...compare,
  ...connections,
  ...email,
  ...imports,
  ...jobs,
  ...journal,
  ...keys,
  ...permissions,
  ...project,
  ...projects,
  ...settings,
  ...signIn,
  ...teams,
  ...users,
};
