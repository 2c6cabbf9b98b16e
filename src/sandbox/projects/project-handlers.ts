/** Handlers of projects. */
import type { HandlersOf } from '../http/handler-types';
import {
  createProject,
  currentProject,
  deleteCurrentProject,
  jwks,
  listOwnProjects,
  readProject,
  transferProject,
  updateAnyProject,
} from './projects';

export const projectHandlers: HandlersOf<'projects'> = {
  'projects.current': currentProject,
  'projects.read': readProject,
  'projects.update': updateAnyProject,
  'projects.delete': deleteCurrentProject,
  'projects.list': listOwnProjects,
  'projects.create': createProject,
  'projects.transfer': transferProject,
  'projects.jwks': jwks,
};
