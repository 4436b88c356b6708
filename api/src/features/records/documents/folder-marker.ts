import { text } from 'node:stream/consumers';
import type { DocumentPlace } from '../../../platform/document-place.ts';
import { openFileStore } from './file-store.ts';

/** The file with the id of the installation that the documents of this place belong to. */
export const markerName = 'installation.id';

/** Returns the installation's id in the marker; null if the place has no marker. */
export async function readMarker(place: DocumentPlace): Promise<string | null> {
  const found = await openFileStore(place).read(markerName);
  return found && (await text(found.open())).trim();
}

/** Writes the marker, which is durable once this returns. It replaces another marker as a whole. */
export async function writeMarker(place: DocumentPlace, id: string): Promise<void> {
  await openFileStore(place).replaceText(markerName, `${id}\n`);
}
