# Runs a command in a terminal of a given size: terminal.py ROWS COLUMNS COMMAND…; prints what the terminal shows.
import fcntl, os, pty, struct, sys, termios

rows, columns, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    # Sets the size before the command can read it.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:
        break
    if not shown:
        break
    os.write(1, shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) % 256)
