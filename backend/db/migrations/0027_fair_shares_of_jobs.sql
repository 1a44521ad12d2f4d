CREATE TABLE "drawing_parts" (
	"file_id" text NOT NULL,
	"first" integer NOT NULL,
	"until" integer NOT NULL,
	"key" text,
	"size" integer NOT NULL,
	"cpu_ms" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"sheets" jsonb NOT NULL,
	CONSTRAINT "drawing_parts_file_id_first_pk" PRIMARY KEY("file_id","first")
);
--> statement-breakpoint
CREATE TABLE "job_shares" (
	"share" text PRIMARY KEY NOT NULL,
	"turn_at" timestamp with time zone NOT NULL,
	"debt_ms" double precision DEFAULT 0 NOT NULL,
	"debt_at" timestamp (3) with time zone NOT NULL,
	"recent_ms" real[] DEFAULT '{}' NOT NULL,
	"recent_count" integer DEFAULT 0 NOT NULL,
	"mean_ms" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "share" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "spent_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drawing_parts" ADD CONSTRAINT "drawing_parts_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawing_parts_by_key" ON "drawing_parts" USING btree ("key");--> statement-breakpoint
CREATE INDEX "job_shares_by_turn" ON "job_shares" USING btree ("turn_at");