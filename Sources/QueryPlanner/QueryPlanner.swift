// Placeholder until the library is filled; removed by its first file.
