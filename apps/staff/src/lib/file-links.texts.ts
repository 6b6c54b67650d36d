export const FILE_LINKS = { not_opened: 'Не удалось открыть файл' } as const
