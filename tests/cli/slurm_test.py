"""tools/cluster/tensio.slurm with stand-ins for Slurm and mpirun: it runs, requeues and resumes."""

import json
import os
import shutil
import subprocess
import unittest

from program import PROGRAM, SOURCE, folder, write_scene

SCRIPT = os.path.join(SOURCE, "tools", "cluster", "tensio.slurm")
STANDINS = {
    "squeue": 'echo "$LEFT"',
    "scontrol": 'echo "$@" >> "$LOG"',
    # One rank, without the backend that this build may not have. TENSIO_STOP: end sooner.
    "mpirun": 'printf "%s\\n" "$*" >> "$LOG"; [ "$1" = -n ] && shift 2\n'
              'words=(); while [ $# -gt 0 ]; do case $1 in --backend) shift 2 ;;\n'
              '--stop-after) words+=(--stop-after "${TENSIO_STOP:-$2}"); shift 2 ;;\n'
              '*) words+=("$1"); shift ;; esac; done; exec "${words[@]}"',
}


def chain(duration):
    return {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
            "nodes": {"position": [[i, 0] for i in range(40)], "mass": 1, "fixed": [0, 39]},
            "springs": [{"ends": [[i, i + 1] for i in range(39)], "stiffness": 1000}],
            "simulation": {"integrator": "velocity_verlet", "time_step": 0.001,
                           "duration": duration, "output_every": 100}}


@unittest.skipIf(shutil.which("bash") is None or shutil.which("awk") is None, "needs bash and awk")
class Slurm(unittest.TestCase):
    def setUp(self):
        there = folder()
        self.where = there.__enter__()
        self.addCleanup(there.__exit__, None, None, None)
        self.log = os.path.join(self.where, "log")
        for name, text in STANDINS.items():
            path = os.path.join(self.where, name)
            with open(path, "w") as file:
                file.write("#!/bin/bash\n" + text + "\n")
            os.chmod(path, 0o755)
        self.out = os.path.join(self.where, "results")

    def submit(self, *words, left="1:00:00", **more):
        environment = dict(os.environ, PATH=self.where + os.pathsep + os.environ["PATH"], LOG=self.log, LEFT=left,
                           SLURM_JOB_ID="7", SLURM_NTASKS="3", TENSIO=PROGRAM, **more)
        return subprocess.run(["bash", SCRIPT, *words], env=environment, capture_output=True, text=True)

    def logged(self):
        with open(self.log) as file:
            return file.read().splitlines()

    def test_a_run_that_ends_in_time_is_not_queued_again(self):
        done = self.submit(write_scene(self.where, chain(1)), self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        (line,) = self.logged()
        self.assertIn("-n 3 " + PROGRAM + " run ", line)
        self.assertIn("--backend petsc", line)
        # An hour less the ten minutes that are kept for the last checkpoint.
        self.assertIn("--stop-after 3000", line)
        self.assertTrue(os.path.exists(os.path.join(self.out, "summary.json")))

    def test_a_run_out_of_time_is_queued_again_and_resumed(self):
        scene = write_scene(self.where, chain(1e6))
        done = self.submit(scene, self.out, left="1-01:00:00", TENSIO_STOP="0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, requeued = self.logged()
        self.assertIn("--stop-after " + str(86400 + 3600 - 600), first)
        self.assertEqual(requeued, "requeue 7")
        again = self.submit(scene, self.out, TENSIO_STOP="0.01")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn(PROGRAM + " resume " + self.out, self.logged()[2])
        self.assertEqual(self.logged()[3], "requeue 7")

    def test_errors_end_the_job_with_their_exit_code(self):
        self.assertEqual(self.submit("net.json").returncode, 2)
        self.assertEqual(self.submit(os.path.join(self.where, "none.json"), self.out).returncode, 5)
        self.assertEqual(len(self.logged()), 1)  # not queued again
        late = self.submit("net.json", self.out, left="05:10")
        self.assertEqual(late.returncode, 2)
        self.assertIn("310 seconds are left", late.stderr)


if __name__ == "__main__":
    unittest.main()
