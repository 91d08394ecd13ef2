const cleanUps = new Set<() => void>();
let isListening = false;

/**
 * Calls a function when the process ends before it was taken back: by a second signal, a failure outside of any call, or code of
 * a plug-in. Returns a function that takes it back.
 */
export function atExit(cleanUp: () => void): () => void {
  if (!isListening) process.on("exit", cleanUpAll);
  isListening = true;
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
  };
}

function cleanUpAll(): void {
  for (const cleanUp of cleanUps) {
    try {
      cleanUp();
    } catch {
      // The others are still to come, and nobody is left to be told.
    }
  }
}
