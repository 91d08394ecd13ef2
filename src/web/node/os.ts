export const tmpdir = (): string => "temporary";
