/** The behaviour of the rows of `misc`. */
import type { HandlersOf } from './handlers';
import { apiRoot, checkFeatureSupport, checkVersion } from './misc';

export const miscHandlers: HandlersOf<'misc'> = {
  'misc.root': apiRoot,
  'misc.checkVersion': checkVersion,
  'misc.checkFeatureSupport': checkFeatureSupport,
};
