# Builds the bot in `build`; begins anew where the folder was copied or moved, which CMake would refuse.
set -e
grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" build/CMakeCache.txt || rm -rf build
cmake -S . -B build -DCMAKE_BUILD_TYPE=Release
cmake --build build --parallel 2
