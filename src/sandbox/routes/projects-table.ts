/** The behaviour of the rows of `projects`. */
import type { HandlersOf } from './handlers';
import { currentProject, jwks } from './projects';

export const projectHandlers: HandlersOf<'projects'> = {
  'projects.current': currentProject,
  'projects.jwks': jwks,
};
