/** After `npm install`: fetches Electron's binary where it can. Never makes the installation fail. */
try {
  const { fetchElectron, missingElectron } = await import('./lib/electron-binary.mjs');
  if ((await fetchElectron()) === null) console.log(missingElectron());
} catch (error) {
  console.log(`Couldn’t download Electron’s binary: ${error instanceof Error ? error.message : error}`);
}
