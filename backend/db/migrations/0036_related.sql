CREATE TABLE "related_projects" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ids" text[] NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "related_projects" ADD CONSTRAINT "related_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;