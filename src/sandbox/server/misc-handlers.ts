/** The behaviour of the rows of `misc`. */
import type { HandlersOf } from './handler-types';
import { apiRoot, checkFeatureSupport, checkVersion } from './service-info';

export const miscHandlers: HandlersOf<'misc'> = {
  'misc.root': apiRoot,
  'misc.checkVersion': checkVersion,
  'misc.checkFeatureSupport': checkFeatureSupport,
};
