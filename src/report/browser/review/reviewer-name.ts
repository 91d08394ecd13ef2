const KEY = "detect_off_topic reviewer";

/** Returns the name that the reviewer gave earlier in this browser; an empty text if the browser has stored none. */
export function storedName(): string {
  try {
    return window.localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Returns false if the browser does not store anything. */
export function storeName(name: string): boolean {
  try {
    window.localStorage.setItem(KEY, name);
    return true;
  } catch {
    return false;
  }
}
