/** A universal app for Macs contains the native packages of both architectures. npm installs only those of the machine. */
import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';
import { npm } from '../run.mjs';

/**
 * The packages that the app needs at run time on a system, for the given architectures.
 * @param {Readonly<Record<string, { version?: string, os?: string[], cpu?: string[], dev?: boolean }>>} locked The packages of a lockfile.
 * @param {string} system
 * @param {readonly string[]} archs
 * @returns {{ name: string, version: string }[]}
 */
export function nativePackages(locked, system, archs) {
  return Object.entries(locked)
    .filter(([, { os, cpu, dev }]) => !dev && os?.length === 1 && os[0] === system && cpu?.some((arch) => archs.includes(arch)))
    .map(([path, { version = '' }]) => ({ name: path.replace(/^.*node_modules\//, ''), version }));
}

/** Installs what is missing for both architectures of Macs, in the versions of the lockfile. Returns npm's output if that fails, else null. */
export async function provideBothArchitectures() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const missing = nativePackages(packages, 'darwin', ['x64', 'arm64']).filter(({ name }) => !existsSync(inProject('node_modules', name)));
  if (missing.length === 0) return null;
  const names = missing.map(({ name, version }) => `${name}@${version}`);
  // The other architecture's packages are refused without `--force`.
  const { code, output } = await npm(['install', '--no-save', '--force', '--ignore-scripts', ...names], { quiet: true });
  return code === 0 ? null : output;
}
