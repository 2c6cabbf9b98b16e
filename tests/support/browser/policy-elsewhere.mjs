/**
 * Loaded before the host by specs: reads the machine's policy from a folder of the spec, as if root owned it. The program itself has no option
 * for that.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

const place = '/etc/latchkey';
const folder = process.env.LATCHKEY_SPEC_POLICY ?? place;
const moved = (path) => (path === place || String(path).startsWith(`${place}/`) ? folder + path.slice(place.length) : path);
const ownedByRoot = (stats) => Object.defineProperty(stats, 'uid', { value: 0 });

const { lstat, open } = fs.promises;
const { watch } = fs;
fs.promises.lstat = async (path, ...rest) => {
  const stats = await lstat(moved(path), ...rest);
  return moved(path) === path ? stats : ownedByRoot(stats);
};
fs.promises.open = async (path, ...rest) => {
  const handle = await open(moved(path), ...rest);
  if (moved(path) === path) return handle;
  const stat = handle.stat.bind(handle);
  handle.stat = async () => ownedByRoot(await stat());
  return handle;
};
fs.watch = (path, ...rest) => watch(path === dirname(place) ? dirname(folder) : moved(path), ...rest);
syncBuiltinESMExports();
